/** Formats a duration as a clock: '0:31', '1:02:03'. */

export function formatClock(totalSeconds: number): string {
  const seconds = Math.max(0, Math.round(totalSeconds))
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  if (hours === 0) return `${minutes}:${twoDigits(seconds % 60)}`
  return `${hours}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`
}
