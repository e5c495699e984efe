/** Times of subtitles: `01:02:03,450`, `1:02:03.45`, `02:03.4`. */

const timePattern = /^(?:(\d{1,4}):)?(\d{1,3}):(\d{1,2})(?:[.,:](\d{1,9}))?$/

/** Undefined if it is not a time. */
export function readTime(text: string): number | undefined {
  const match = timePattern.exec(text.trim())
  if (match === null) return undefined
  const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] = match
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return whole * 1000 + Math.round(Number(`0.${fraction || '0'}`) * 1000)
}

/** `01:02:03.450`, with `digits` of the fraction and hours of at least two digits unless `hourDigits` says less. */
export function writeTime(ms: number, point: ',' | '.', digits: 2 | 3 = 3, hourDigits: 1 | 2 = 2): string {
  const unit = 10 ** (3 - digits)
  const units = Math.round(ms / unit)
  const perSecond = 10 ** digits
  const seconds = Math.floor(units / perSecond)
  const pad = (value: number, length: number) => String(value).padStart(length, '0')
  const clock = [
    pad(Math.floor(seconds / 3600), hourDigits),
    pad(Math.floor(seconds / 60) % 60, 2),
    pad(seconds % 60, 2),
  ].join(':')
  return `${clock}${point}${pad(units % perSecond, digits)}`
}
