/** Who sits at which line of the load: seats 2n and 2n + 1 talk to each other. */

export interface Seat {
  id: number;
  token: string;
}

export const partnerOf = (seat: number): number => seat ^ 1;

export const readSeats = (folder: string): Seat[] => JSON.parse(Deno.readTextFileSync(`${folder}/seats.json`));
