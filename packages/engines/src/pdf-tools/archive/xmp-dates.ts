/** Dates of the document information, such as D:20260131120000+01'00'. */

const datePattern = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-])(\d\d)'?(\d\d)?'?)?/

/** Undefined if it is not a date. */
export function dateOf(text: string): Date | undefined {
  const match = datePattern.exec(text)
  if (match === null) return undefined
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    ,
    sign,
    hours = '00',
    minutes = '00',
  ] = match
  const zone = sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`)
  return Number.isNaN(date.getTime()) ? undefined : date
}
