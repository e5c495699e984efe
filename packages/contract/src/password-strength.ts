/** Estimates the strength of a password by known guessing strategies: common words, names, key sequences, years, repeats. */
import { minPasswordLength } from './account-rules.ts'
import { productName } from './product-name.ts'

/** Owner of the password: attackers try name and email address first. */
export interface PasswordOwner {
  readonly username?: string
  readonly email?: string
}

export interface PasswordStrength {
  /** 0 is rejected, 4 is the best. */
  readonly score: 0 | 1 | 2 | 3 | 4
  readonly label: string
  /** How to improve it; empty if not necessary. */
  readonly hint: string
}

type Weakness = 'personal' | 'common' | 'run' | 'repeat' | 'year'

interface Token {
  readonly length: number
  readonly bits: number
  readonly weakness?: Weakness
}

const labels = ['Too easy to guess', 'Weak', 'Fair', 'Good', 'Strong'] as const
/** Thresholds in bits for scores 1 to 4. */
const scoreBits = [20, 32, 44, 58] as const

const hints: Readonly<Record<Weakness | 'short', string>> = {
  short: `It needs ${minPasswordLength} characters or more.`,
  personal: 'Avoid your name and email address.',
  common: 'This is a common password.',
  run: 'Avoid sequences like 1234 or qwerty.',
  repeat: 'Avoid repeated characters or words.',
  year: 'Avoid years.',
}
const moreHint = 'Add another word or two.'

const substitutions: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const minWordLength = 4
const letters = 'abcdefghijklmnopqrstuvwxyz'
const keyRows = [
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol',
  'qazwsxedcrfvtgbyhnujm',
  '1q2w3e4r5t6y7u8i9o0p',
  '!@#$%^&*()',
]
const runs = withReversed(['01234567890', letters, ...keyRows])

export function passwordStrength(password: string, owner: PasswordOwner = {}): PasswordStrength {
  if (password.length < minPasswordLength) return { score: 0, label: labels[0], hint: hints.short }
  const tokens = tokenize(password, personalWords(owner))
  const score = scoreOf(tokens.reduce((sum, { bits }) => sum + bits, 0))
  return { score, label: labels[score], hint: score > 2 ? '' : hintFor(tokens) }
}

/** The server rejects such a password too. */
export function isGuessable(password: string, owner: PasswordOwner = {}): boolean {
  return passwordStrength(password, owner).score === 0
}

function scoreOf(bits: number): PasswordStrength['score'] {
  return scoreBits.filter(limit => bits >= limit).length as PasswordStrength['score']
}

/** The weakness that covers most of the password. */
function hintFor(tokens: readonly Token[]): string {
  const weak = tokens.filter(token => token.weakness !== undefined).sort((a, b) => b.length - a.length)
  const worst = weak[0]?.weakness
  return worst ? hints[worst] : moreHint
}

function tokenize(password: string, personal: readonly string[]): readonly Token[] {
  const text = password.toLowerCase()
  const unsubstituted = [...text].map(character => substitutions[character] ?? character).join('')
  const tokens: Token[] = []
  let position = 0
  while (position < text.length) {
    const rest = text.slice(position)
    const plainRest = unsubstituted.slice(position)
    const found = longest([
      word(rest, plainRest, personal, 'personal', 1),
      word(rest, plainRest, commonPasswords, 'common', 7),
      run(rest),
      repeat(rest, personal),
      year(rest),
    ])
    const token = found ?? ordinary(password, position)
    tokens.push(token)
    position += token.length
  }
  return tokens
}

function longest(candidates: readonly (Token | undefined)[]): Token | undefined {
  const found = candidates.filter(candidate => candidate !== undefined)
  return found.sort((a, b) => b.length - a.length || a.bits - b.bits)[0]
}

function word(
  rest: string,
  plainRest: string,
  words: readonly string[],
  weakness: Weakness,
  bits: number,
): Token | undefined {
  const length = Math.max(
    0,
    ...words
      .filter(entry => rest.startsWith(entry) || plainRest.startsWith(entry))
      .map(entry => entry.length),
  )
  return length > 0 ? { length, bits, weakness } : undefined
}

/** At least four keys or three digits in a row: shorter runs occur in ordinary words. */
function run(rest: string): Token | undefined {
  const least = /^\d/.test(rest) ? 3 : 4
  let length = 0
  for (const row of runs) {
    let here = least
    while (here <= rest.length && row.includes(rest.slice(0, here))) here += 1
    if (here > least) length = Math.max(length, here - 1)
  }
  return length > 0 ? { length, bits: 4 + Math.log2(length), weakness: 'run' } : undefined
}

function repeat(rest: string, personal: readonly string[]): Token | undefined {
  for (let unit = 1; unit <= rest.length / 2; unit += 1) {
    const part = rest.slice(0, unit)
    let times = 1
    while (rest.startsWith(part, times * unit)) times += 1
    if (times * unit < 3 || times < 2) continue
    const partBits = tokenize(part, personal).reduce((sum, { bits }) => sum + bits, 0)
    return { length: times * unit, bits: partBits + Math.log2(times), weakness: 'repeat' }
  }
  return undefined
}

function year(rest: string): Token | undefined {
  return /^(19|20)\d\d/.test(rest) ? { length: 4, bits: 6, weakness: 'year' } : undefined
}

/** Letters in a row are mostly words, where each letter is worth less than a random one. */
function ordinary(password: string, position: number): Token {
  const character = password.charAt(position)
  if (character === ' ') return { length: 1, bits: 2 }
  if (/\d/.test(character)) return { length: 1, bits: 3.3 }
  if (!/\p{L}/u.test(character)) return { length: 1, bits: 5 }
  const before = /(?<!\p{L})\p{L}*$/u.exec(password.slice(0, position))?.[0].length ?? 0
  const after = /^\p{L}*/u.exec(password.slice(position))?.[0].length ?? 0
  const isInWord = before + after >= minWordLength
  return { length: 1, bits: (isInWord ? 3 : 4.7) + (/\p{Lu}/u.test(character) ? 1 : 0) }
}

function personalWords({ username = '', email = '' }: PasswordOwner): readonly string[] {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  const name = username.toLowerCase()
  const wholes = [name, local, domain.replace(/\..*/, ''), productName.toLowerCase()]
  const parts = [name, local].flatMap(whole => whole.split(/[^\p{L}]+/u))
  return [...new Set([...wholes, ...parts])].filter(token => token.length >= 3)
}

function withReversed(rows: readonly string[]): readonly string[] {
  return rows.flatMap(row => [row, [...row].reverse().join('')])
}

const commonPasswords: readonly string[] = (
  'password passwort passwd motdepasse contrasena senha letmein welcome willkommen changeme default secret ' +
  'admin administrator root guest user login access master test hello hallo bonjour whatever trustno nothing ' +
  'iloveyou lovely loveme princess babygirl sweetheart darling schatz angel sunshine sunflower flower rainbow ' +
  'summer winter spring autumn monday friday january october christmas dragon monkey tigger tiger panda kitten ' +
  'puppy buster bailey maggie ginger pepper cookie banana orange cheese chocolate football fussball baseball ' +
  'basketball soccer hockey yankees chelsea arsenal liverpool barcelona superman batman spiderman starwars ' +
  'pokemon naruto matrix phoenix ranger hunter killer shadow ninja wizard mustang corvette ferrari porsche ' +
  'mercedes harley computer internet google facebook samsung iphone android windows michael jordan charlie ' +
  'jennifer jessica ashley daniel robert matthew joshua nicole amanda michelle andrew thomas george freedom ' +
  'forever family money happy lucky diamond silver golden purple soleil solo blink qwerty azerty'
).split(' ')
