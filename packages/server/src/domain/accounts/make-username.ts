/** A username for somebody who did not choose one: the name they are known by elsewhere, made to fit. */
import { randomInt } from 'node:crypto'

const maxLength = 24
const tries = 20

export async function makeUsername(
  name: string,
  isTaken: (username: string) => Promise<boolean>,
): Promise<string> {
  const fitting = name
    .normalize('NFKC')
    .trim()
    .replace(/\s+/g, '.')
    .replace(/[^\p{L}\p{N}._-]/gu, '')
    .replace(/^[._-]+/, '')
    .slice(0, maxLength)
  const base = fitting.length >= 3 ? fitting : 'smith'
  if (base === fitting && !(await isTaken(base))) return base
  for (let index = 0; index < tries; index++) {
    const username = `${base}${randomInt(10, 99_999)}`
    if (!(await isTaken(username))) return username
  }
  return `${base}${randomInt(100_000, 999_999)}`
}
