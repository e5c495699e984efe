import type { FormatId } from '@filesmith/contract/formats'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Ability } from './ability.ts'
import { findRoute } from './build-execution-plan.ts'

const ability = (
  id: string,
  from: FormatId[],
  to: FormatId[],
  cost: number,
  isIntermediate = false,
): Ability => ({ id, engine: 'sharp', from, to, cost, isIntermediate, options: z.unknown() })

const idsOf = (from: FormatId, to: FormatId, abilities: Ability[]) =>
  findRoute(from, to, abilities)?.map(step => step.ability.id)

describe('findRoute', () => {
  test('uses a single ability that covers the conversion', () => {
    expect(findRoute('jpg', 'png', [ability('direct', ['jpg'], ['png', 'gif'], 1)])).toMatchObject([
      { from: 'jpg', to: 'png', ability: { id: 'direct' } },
    ])
  })

  test('picks the cheaper of two abilities', () => {
    const abilities = [ability('dear', ['jpg'], ['png'], 5), ability('cheap', ['jpg'], ['png'], 2)]
    expect(idsOf('jpg', 'png', abilities)).toEqual(['cheap'])
  })

  test('takes two steps when they are cheaper than the direct one', () => {
    const abilities = [
      ability('straight', ['jpg'], ['pdf'], 20),
      ability('first', ['jpg'], ['png'], 2),
      ability('second', ['png'], ['pdf'], 2),
    ]
    expect(idsOf('jpg', 'pdf', abilities)).toEqual(['first', 'second'])
  })

  test('prefers fewer steps at equal cost, because every step adds overhead', () => {
    const abilities = [
      ability('straight', ['jpg'], ['pdf'], 4),
      ability('first', ['jpg'], ['png'], 2),
      ability('second', ['png'], ['pdf'], 2),
    ]
    expect(idsOf('jpg', 'pdf', abilities)).toEqual(['straight'])
  })

  test('never ends with an intermediate result', () => {
    const decode = ability('decode', ['heic'], ['tiff'], 1, true)
    expect(idsOf('heic', 'tiff', [decode])).toBeUndefined()
    expect(idsOf('heic', 'tiff', [decode, ability('write', ['tiff'], ['tiff', 'png'], 1)])).toEqual([
      'decode',
      'write',
    ])
  })

  test('takes one step from a format to itself', () => {
    expect(idsOf('png', 'png', [ability('again', ['png'], ['png'], 1)])).toEqual(['again'])
    expect(idsOf('png', 'png', [])).toBeUndefined()
  })

  test('returns undefined without a route, and terminates on cycles', () => {
    const abilities = [ability('there', ['jpg'], ['png'], 1), ability('back', ['png'], ['jpg'], 1)]
    expect(idsOf('jpg', 'pdf', abilities)).toBeUndefined()
  })
})
