/** A round postmark: the town where the letter was posted, if known, and the day. Decorative: it is not read out. */
export interface PostmarkProps {
  /** Decides its angle, so that letters look stamped by hand; the same letter always has the same angle. */
  id: number;
  /** Null if it is not known. */
  town: string | null;
  /** E.g. "24 Oct". */
  day: string;
  year: string;
}

/** Degrees, −16 to 16. */
const angleOf = (id: number): number => id * 13 % 33 - 16;

/** Chinese characters, which are twice as wide. */
const han = /\p{Script=Han}/u;

/** A longer name would not fit round the upper half. */
const townLengthMax = 24;

export function Postmark({ id, town, day, year }: PostmarkProps) {
  const arc = `postmark-${id}`;
  return (
    <svg class="postmark" viewBox="0 0 100 100" aria-hidden="true">
      <g transform={`rotate(${angleOf(id)} 50 50)`}>
        <circle cx="50" cy="50" r="47" />
        <circle cx="50" cy="50" r="30" />
        <path d="M29 62h42M33 67h34" />
        {town && town.length <= townLengthMax && (
          <>
            <path id={arc} class="postmark__arc" d="M15 50a35 35 0 0 1 70 0" />
            <text font-size={town.length > 14 ? 8 : 11}>
              <textPath href={`#${arc}`} startOffset="50%">{town}</textPath>
            </text>
          </>
        )}
        <text x="50" y="47" font-size={day.length > 6 || han.test(day) ? 10 : 13}>{day}</text>
        <text x="50" y="58" font-size="9">{year}</text>
      </g>
    </svg>
  );
}
