import { expect } from "expect";
import { createNetworks, whyNoNetworks } from "./networks.ts";

Deno.test({
  name: "a home has the addresses it was given, and none that comes later and lets connections go",
  ignore: whyNoNetworks() !== null,
  async fn() {
    const networks = await createNetworks();
    try {
      const [command, ...within] = networks.home().within;
      const shown = await new Deno.Command(command!, { args: [...within, "ip", "-oneline", "address", "show"] })
        .output();
      const addresses = new TextDecoder().decode(shown.stdout).matchAll(/inet6? (\S+)/g);
      expect([...addresses].map(([, address]) => address)).toEqual(["127.0.0.1/8", "192.168.1.2/24"]);
    } finally {
      await networks.remove();
    }
  },
});
