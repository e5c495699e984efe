import { describe, expect, test } from 'vitest'
import type { Fragment, PageModel } from '../../page-layout/page-model.ts'
import { readTextLayer } from './read-text-layer.ts'

const font = { name: 'Times', isBold: false, isItalic: false, isMonospaced: false, hasSerifs: true }

function fragmentsOf(text: string, isInvisible = false, angle = 0): Fragment[] {
  return text.split(' ').map((word, at) => ({
    text: word,
    left: 60 + 60 * at,
    right: 110 + 60 * at,
    baseline: 100,
    size: 12,
    font,
    color: '#000000',
    angle,
    isInvisible,
    isAfterSpace: true,
  }))
}

const scan = {
  left: 0,
  top: 0,
  right: 595,
  bottom: 842,
  pixels: { data: new Uint8Array(3), width: 1, height: 1, channels: 3 as const },
  orientation: { quarterRotations: 0 as const, isMirrored: false },
  visible: { left: 0, top: 0, right: 1, bottom: 1 },
}

function page(fragments: readonly Fragment[], isScan = false): PageModel {
  const nothing = { rules: [], fills: [], strokes: [] }
  return { number: 1, width: 595, height: 842, fragments, images: isScan ? [scan] : [], ...nothing }
}

describe('readTextLayer', () => {
  test('returns the words of a text page in order', () => {
    const found = readTextLayer(page(fragmentsOf('The harbour office opens')))
    expect(found).toMatchObject({ kind: 'text', width: 595, height: 842, rotation: 0 })
    expect(found.kind === 'text' && found.words.map(({ text }) => text)).toEqual([
      'The',
      'harbour',
      'office',
      'opens',
    ])
  })

  test('sends a scan to OCR, even with a stamp on it, unless it has an invisible text layer', () => {
    expect(readTextLayer(page([], true)).kind).toBe('image')
    expect(readTextLayer(page(fragmentsOf('Received 12 May'), true)).kind).toBe('image')
    expect(readTextLayer(page(fragmentsOf('Received 12 May', true), true)).kind).toBe('text')
  })

  test('sends text without Unicode mapping to OCR', () => {
    expect(readTextLayer(page(fragmentsOf('\uFFFD\uE001\uE002 \uE003')))).toEqual({ kind: 'image' })
  })

  test('rotates a page whose text runs upwards', () => {
    expect(readTextLayer(page(fragmentsOf('Turned by a quarter', false, 270)))).toMatchObject({
      kind: 'text',
      rotation: 90,
      width: 842,
      height: 595,
    })
  })
})
