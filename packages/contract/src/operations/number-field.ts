/** A figure of a call: JSON has numbers, a form has digits. */
import { z } from 'zod'

interface Bounds {
  readonly min: number
  readonly max: number
  /** Only whole numbers. */
  readonly isWhole?: boolean
}

export function numberField(name: string, { min, max, isWhole = false }: Bounds) {
  const error = `${name} must be a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}.`
  const number = z.coerce.number({ error })
  return (isWhole ? number.int({ error }) : number).min(min, { error }).max(max, { error })
}
