/** Derives a valid, unused username from the name at an identity provider. */
import { randomInt } from 'node:crypto'

const maxLength = 24
const maxAttempts = 20

export async function makeUsername(
  name: string,
  isTaken: (username: string) => Promise<boolean>,
): Promise<string> {
  const cleaned = name
    .normalize('NFKC')
    .trim()
    .replace(/\s+/g, '.')
    .replace(/[^\p{L}\p{N}._-]/gu, '')
    .replace(/^[._-]+/, '')
    .slice(0, maxLength)
  const base = cleaned.length >= 3 ? cleaned : 'smith'
  if (base === cleaned && !(await isTaken(base))) return base
  for (let index = 0; index < maxAttempts; index++) {
    const username = `${base}${randomInt(10, 99_999)}`
    if (!(await isTaken(username))) return username
  }
  return `${base}${randomInt(100_000, 999_999)}`
}
