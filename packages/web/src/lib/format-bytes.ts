/** Formats a number of bytes, base 1024. */
import { measureMessages } from '@filesmith/contract/messages/measures'

const { byteUnits: units } = measureMessages

export function formatBytes(bytes: number): string {
  if (bytes < 1) return `0 ${units[0]}`
  let unit = 0
  let value = bytes
  // Values that round up to 1024, such as 1023.96 KB, use the next unit.
  while (unit < units.length - 1 && roundForDisplay(value) >= 1024) {
    value /= 1024
    unit += 1
  }
  return `${roundForDisplay(value)} ${units[unit]}`
}

function roundForDisplay(value: number): number {
  return value >= 100 ? Math.round(value) : Math.round(value * 10) / 10
}
