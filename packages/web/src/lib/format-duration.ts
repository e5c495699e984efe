/** Seconds as people say them: '12 s', '3 min 05 s', '1 h 20 min'. */

export function formatDuration(totalSeconds: number): string {
  const seconds = Math.max(1, Math.round(totalSeconds))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}
