/** Recognizes subtitles by their content: many files have the extension of another format. */

export function findSubtitleFormat(
  text: string,
): 'vtt' | 'ass' | 'ttml' | 'srt' | 'sub' | 'sbv' | 'lrc' | undefined {
  const start = text.slice(0, 100_000)
  if (/^\s*WEBVTT(?:\s|$)/.test(start)) return 'vtt'
  if (/^\s*\[Script Info\]/im.test(start) || /^Dialogue:/im.test(start)) return 'ass'
  if (/<(?:[\w-]{1,40}:)?tt[\s>]/.test(start)) return 'ttml'
  if (/^\s*[\d:.,]{4,20}\s*-{1,2}>\s*[\d:.,]{4,20}/m.test(start)) return 'srt'
  if (/^\s*(?:\{\d+\}\{\d*\}|\[\d+\]\[\d*\])/m.test(start)) return 'sub'
  if (/^\s*\d{1,2}:\d\d:\d\d\.\d{2,3},\d{1,2}:\d\d:\d\d\.\d{2,3}\s*$/m.test(start)) return 'sbv'
  return /^\s*\[\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?\]/m.test(start) ? 'lrc' : undefined
}
