import type { FormatId } from '@filesmith/contract/formats'
import { describe, expect, test } from 'vitest'
import type { Ability } from './engine.ts'
import { findRoute } from './find-route.ts'

const ability = (
  id: string,
  from: FormatId[],
  to: FormatId[],
  cost: number,
  isIntermediate = false,
): Ability => ({ id, engine: 'sharp', from, to, cost, isIntermediate })

const idsOf = (from: FormatId, to: FormatId, abilities: Ability[]) =>
  findRoute(from, to, abilities)?.map(step => step.ability.id)

describe('findRoute', () => {
  test('takes the one ability that does it', () => {
    expect(findRoute('jpg', 'png', [ability('direct', ['jpg'], ['png', 'gif'], 1)])).toMatchObject([
      { from: 'jpg', to: 'png', ability: { id: 'direct' } },
    ])
  })

  test('takes the cheaper of two', () => {
    const abilities = [ability('dear', ['jpg'], ['png'], 5), ability('cheap', ['jpg'], ['png'], 2)]
    expect(idsOf('jpg', 'png', abilities)).toEqual(['cheap'])
  })

  test('goes round when that is cheaper than straight on', () => {
    const abilities = [
      ability('straight', ['jpg'], ['pdf'], 20),
      ability('first', ['jpg'], ['png'], 2),
      ability('second', ['png'], ['pdf'], 2),
    ]
    expect(idsOf('jpg', 'pdf', abilities)).toEqual(['first', 'second'])
  })

  test('prefers fewer steps at the same price, as every step costs something itself', () => {
    const abilities = [
      ability('straight', ['jpg'], ['pdf'], 4),
      ability('first', ['jpg'], ['png'], 2),
      ability('second', ['png'], ['pdf'], 2),
    ]
    expect(idsOf('jpg', 'pdf', abilities)).toEqual(['straight'])
  })

  test('never hands out what is only meant for the next step', () => {
    const decode = ability('decode', ['heic'], ['tiff'], 1, true)
    expect(idsOf('heic', 'tiff', [decode])).toBeUndefined()
    expect(idsOf('heic', 'tiff', [decode, ability('write', ['tiff'], ['tiff', 'png'], 1)])).toEqual([
      'decode',
      'write',
    ])
  })

  test('from a format to itself still takes a step', () => {
    expect(idsOf('png', 'png', [ability('again', ['png'], ['png'], 1)])).toEqual(['again'])
    expect(idsOf('png', 'png', [])).toBeUndefined()
  })

  test('ends when there is no way, also among circles', () => {
    const abilities = [ability('there', ['jpg'], ['png'], 1), ability('back', ['png'], ['jpg'], 1)]
    expect(idsOf('jpg', 'pdf', abilities)).toBeUndefined()
  })
})
