/** Who sits at which connection of the load: seats 2n and 2n + 1 talk to each other. */

export interface Seat {
  id: number;
  token: string;
  /** Whether the person writes Ukrainian; everybody else writes English. */
  isUkrainian?: true;
}

/**
 * After half of this without a frame a server asks for a sign of life, and gives up after the whole of it. Long, and the
 * same for all: a load that gets no processor for half a minute would lose its connections otherwise.
 */
export const idleSeconds = 300;

export const partnerOf = (seat: number): number => seat ^ 1;

export const readSeats = (folder: string): Seat[] => JSON.parse(Deno.readTextFileSync(`${folder}/seats.json`));
