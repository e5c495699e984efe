/** Connected-component labeling: finds letters, specks, rules and borders in a page. */
import type { GrayImage } from './gray-image.ts'

export interface Blob {
  readonly left: number
  readonly top: number
  /** Inclusive. */
  readonly right: number
  readonly bottom: number
  readonly area: number
  /** Index of its first run. */
  readonly id: number
}

export interface Blobs {
  readonly blobs: readonly Blob[]
  /** Visits each horizontal run of the blob. */
  eachRun(blob: Blob, visit: (y: number, from: number, to: number) => void): void
}

/** 8-connected components by union-find over horizontal runs, which are far fewer than pixels. */
export function findBlobs({ pixels, width, height }: GrayImage, isInk: (value: number) => boolean): Blobs {
  const ink = Uint8Array.from({ length: 256 }, (_, value) => (isInk(value) ? 1 : 0))
  const runs: number[] = []
  const parents: number[] = []
  let above = 0
  for (let y = 0; y < height; y += 1) {
    const rowStart = runs.length / 3
    const base = y * width
    let x = 0
    while (x < width) {
      while (x < width && ink[pixels[base + x] as number] === 0) x += 1
      if (x >= width) break
      const from = x
      while (x < width && ink[pixels[base + x] as number] === 1) x += 1
      parents.push(parents.length)
      runs.push(y, from, x - 1)
    }
    joinRows(runs, parents, above, rowStart)
    above = rowStart
  }
  return collect(runs, parents)
}

function joinRows(runs: readonly number[], parents: number[], above: number, here: number): void {
  const end = runs.length / 3
  let [one, other] = [above, here]
  while (one < here && other < end) {
    const [oneFrom, oneTo] = [runs[3 * one + 1] as number, runs[3 * one + 2] as number]
    const [otherFrom, otherTo] = [runs[3 * other + 1] as number, runs[3 * other + 2] as number]
    const isNextRow = runs[3 * one] === (runs[3 * other] as number) - 1
    if (isNextRow && oneFrom <= otherTo + 1 && otherFrom <= oneTo + 1) union(parents, one, other)
    if (oneTo < otherTo) one += 1
    else other += 1
  }
}

function rootOf(parents: number[], start: number): number {
  let at = start
  while (parents[at] !== at) {
    parents[at] = parents[parents[at] as number] as number
    at = parents[at] as number
  }
  return at
}

function union(parents: number[], one: number, other: number): void {
  const [a, b] = [rootOf(parents, one), rootOf(parents, other)]
  if (a < b) parents[b] = a
  else parents[a] = b
}

function collect(runs: readonly number[], parents: number[]): Blobs {
  const byRoot = new Map<number, { -readonly [Key in keyof Blob]: Blob[Key] }>()
  const roots = new Int32Array(parents.length)
  for (let at = 0; at < parents.length; at += 1) {
    const root = rootOf(parents, at)
    roots[at] = root
    const [y, from, to] = [runs[3 * at], runs[3 * at + 1], runs[3 * at + 2]] as [number, number, number]
    const blob = byRoot.get(root)
    if (blob === undefined) {
      byRoot.set(root, { left: from, top: y, right: to, bottom: y, area: to - from + 1, id: root })
      continue
    }
    blob.left = Math.min(blob.left, from)
    blob.right = Math.max(blob.right, to)
    blob.bottom = y
    blob.area += to - from + 1
  }
  return {
    blobs: [...byRoot.values()],
    eachRun(blob, visit) {
      for (let at = blob.id; at < roots.length; at += 1)
        if (roots[at] === blob.id)
          visit(runs[3 * at] as number, runs[3 * at + 1] as number, runs[3 * at + 2] as number)
    },
  }
}
