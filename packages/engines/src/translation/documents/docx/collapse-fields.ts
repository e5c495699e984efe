/** Resolves fields: computed ones become a thing, authored ones become text within a bracket. */

import { type Atom, isTextField } from './atom.ts'
import type { Bracket, Carried } from './paragraph.ts'

interface OpenField {
  readonly begin: number
  separate?: number
  code: string
}

/** Fields that span paragraphs stay marks, for example a table of contents. */
export function collapseFields(atoms: readonly Atom[], brackets: Bracket[]): Atom[] {
  const result: Atom[] = []
  const open: OpenField[] = []
  for (const atom of atoms) {
    const field = open.at(-1)
    if ('carried' in atom && atom.code !== undefined && field && field.separate === undefined)
      field.code += atom.code
    result.push(atom)
    if (!('carried' in atom) || atom.field === undefined) continue
    if (atom.field === 'begin') open.push({ begin: result.length - 1, code: '' })
    else if (atom.field === 'separate' && field) field.separate = result.length - 1
    else if (atom.field === 'end') {
      open.pop()
      if (field) closeField(result, field, brackets)
    }
  }
  return result.map(asMark)
}

function closeField(result: Atom[], { begin, separate, code }: OpenField, brackets: Bracket[]): void {
  const all = result.slice(begin)
  const within = all[0]?.within ?? []
  const shown = separate === undefined ? [] : result.slice(separate + 1, -1)
  const frame = all.filter(atom => !shown.includes(atom))
  const isHere = (atom: Atom) => String(atom.within) === String(within)
  const isBelow = (atom: Atom) => String(atom.within.slice(0, within.length)) === String(within)
  if (!frame.every(isHere) || !shown.every(isBelow)) return
  if (shown.length > 0 && isTextField(code)) {
    brackets.push({ open: carriedBy(frame.slice(0, -1)), close: carriedBy(frame.slice(-1)) })
    const id = brackets.length - 1
    const inside = shown.map(atom => ({
      ...atom,
      within: [...within, id, ...atom.within.slice(within.length)],
    }))
    result.splice(begin, all.length, ...inside)
  } else if (shown.every(isHere)) {
    const text = shown.map(atom => atom.text).join('')
    const kind = shown.length === 0 ? 'point' : 'thing'
    result.splice(begin, all.length, { carried: carriedBy(all), kind, text, within })
  }
}

/** Text of a computed result is carried over with it. */
function carriedBy(atoms: readonly Atom[]): Carried[] {
  return atoms.flatMap(atom => ('carried' in atom ? atom.carried : [atom.origin]))
}

/** Remains of a field that spans paragraphs: its start stays before its text. */
function asMark(atom: Atom): Atom {
  if (!('carried' in atom) || (atom.field === undefined && atom.code === undefined)) return atom
  return { ...atom, kind: atom.field === 'end' ? 'point' : 'opening' }
}
