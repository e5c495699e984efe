/** Ids are UUIDs made here; anything else cannot exist and need not be looked up. */

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function isId(value: string): boolean {
  return uuidPattern.test(value)
}
