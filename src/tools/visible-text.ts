/**
 * Characters that do not show, or that reorder or hide what stands around them: controls, zero-width characters and
 * joiners, bidi controls, soft hyphens, fillers, tags, variation selectors, separators of lines that are none, half
 * surrogates. Tab, newline and carriage return are for the format to escape. One selector of text or emoji style
 * behind a character stays, because most emoji have one; more than one could carry a message.
 */
const hidden =
  /[[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufff9-\ufffb]--[\ufe0e-\ufe0f\t\n\r]]|(?<=^|[\ufe0e-\ufe0f])[\ufe0e-\ufe0f]/gv;

function codePointEscape(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0")}`;
}

/** The text with everything invisible in it written out, so that nobody can hide words from people in a value. */
export function makeVisible(text: string, escape: (character: string) => string = codePointEscape): string {
  return text.replace(hidden, escape);
}
