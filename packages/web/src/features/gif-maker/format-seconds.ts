/** Formats times and durations to a tenth of a second: '1:05.3', '5.0 s'. */

export function formatTime(seconds: number): string {
  const tenths = Math.max(0, Math.round(seconds * 10))
  const minutes = Math.floor(tenths / 600)
  const rest = ((tenths % 600) / 10).toFixed(1).padStart(4, '0')
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${String(minutes % 60).padStart(2, '0')}:${rest}`
}

export function formatSeconds(seconds: number): string {
  return `${seconds.toFixed(1)} s`
}
