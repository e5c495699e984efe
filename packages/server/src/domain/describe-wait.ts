/** Formats a waiting time as text, rounded up so that a client does not retry too early. */

const minuteSeconds = 60
const hourSeconds = 60 * minuteSeconds
const daySeconds = 24 * hourSeconds

export function describeWait(seconds: number): string {
  if (seconds < minuteSeconds) return 'less than a minute'
  if (seconds <= 59 * minuteSeconds) return amount(seconds / minuteSeconds, 'minute')
  if (seconds <= daySeconds) return amount(seconds / hourSeconds, 'hour')
  return amount(seconds / daySeconds, 'day')
}

function amount(exact: number, unit: string): string {
  const whole = Math.ceil(exact)
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`
}
