/** Formats a duration: '12 s', '3 min 05 s', '1 h 20 min'. */
import { measureMessages } from '@filesmith/contract/messages/measures'

export function formatDuration(totalSeconds: number): string {
  const seconds = Math.max(1, Math.round(totalSeconds))
  if (seconds < 60) return measureMessages.seconds(seconds)
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return measureMessages.minutes(minutes, seconds % 60)
  return measureMessages.hours(Math.floor(minutes / 60), minutes % 60)
}
