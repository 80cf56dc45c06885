/** In development only: reloads the page when the server behind it is another one than before. */

let boot: string | undefined;
new EventSource("/dev/reload").onmessage = ({ data }) => {
  if (boot !== undefined && boot !== data) location.reload();
  boot = data;
};
