/** Formats and parses timecodes such as '01:05.250', with hours only if there are any. */

export function formatTimecode(seconds: number): string {
  const totalMilliseconds = Math.max(0, Math.round(seconds * 1000))
  const totalMinutes = Math.floor(totalMilliseconds / 60_000)
  const hours = Math.floor(totalMinutes / 60)
  const rest = ((totalMilliseconds % 60_000) / 1000).toFixed(3).padStart(6, '0')
  const minutes = String(totalMinutes % 60).padStart(2, '0')
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${minutes}:${rest}`
}

/** Accepts seconds, minutes:seconds or hours:minutes:seconds; undefined if the text is not a time. */
export function parseTimecode(text: string): number | undefined {
  const parts = text.trim().replace(',', '.').split(':')
  const isTime =
    parts.length <= 3 &&
    parts.every((part, index) =>
      (index === parts.length - 1 ? /^\d+(?:\.\d*)?$|^\.\d+$/ : /^\d+$/).test(part),
    )
  return isTime ? parts.reduce((total, part) => total * 60 + Number(part), 0) : undefined
}

/** For screen readers: '1 minute 5.25 seconds'. */
export function toSpokenTime(seconds: number): string {
  const rounded = Math.max(0, Math.round(seconds * 1000) / 1000)
  const minutes = Math.floor(rounded / 60)
  const rest = Math.round((rounded - minutes * 60) * 1000) / 1000
  const secondsPart = `${rest} ${rest === 1 ? 'second' : 'seconds'}`
  if (minutes === 0) return secondsPart
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ${secondsPart}`
}
