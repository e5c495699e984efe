/** Formats of sizes, durations and relative times. */

export type PastUnit = 'minute' | 'hour' | 'day' | 'month' | 'year'

const twoDigits = (count: number) => String(count).padStart(2, '0')

export const measureMessages = {
  byteUnits: ['Bytes', 'KB', 'MB', 'GB', 'TB'],
  kilobytes: (amount: string) => `${amount} KB`,
  seconds: (seconds: number) => `${seconds} s`,
  minutes: (minutes: number, seconds: number) => `${minutes} min ${twoDigits(seconds)} s`,
  hours: (hours: number, minutes: number) => `${hours} h ${twoDigits(minutes)} min`,
  justNow: 'Just now',
  ago: (count: number, unit: PastUnit) => `${count} ${unit}${count === 1 ? '' : 's'} ago`,
} as const
