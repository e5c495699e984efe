/** Names of files in a result with several. */

const maxLabelLength = 80

/** A title as part of a file name on every system; undefined if nothing is left of it. */
export function safeLabel(title: string | undefined): string | undefined {
  const label = title
    ?.normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
    .replaceAll(/[\\/:*?"<>|\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, maxLabelLength)
    .replaceAll(/^[. ]+|(?<![. ])[. ]+$/g, '')
  return label === '' ? undefined : label
}

/** The name of a file without folders and extension. */
export function baseNameOf(fileName: string): string {
  return safeLabel((fileName.split('/').at(-1) ?? '').replace(/(?<=.)\.[^.]+$/, '')) ?? 'document'
}
