/** Date or time in the locale and time zone of the browser. */

const styles = {
  date: { dateStyle: 'long' },
  'short-date': { dateStyle: 'medium' },
  moment: { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' },
  clock: { timeStyle: 'short' },
  second: { timeStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

interface LocalTimeProps {
  readonly iso: string
  readonly style?: keyof typeof styles
}

export function LocalTime({ iso, style = 'date' }: LocalTimeProps) {
  return <time dateTime={iso}>{new Intl.DateTimeFormat(undefined, styles[style]).format(new Date(iso))}</time>
}
