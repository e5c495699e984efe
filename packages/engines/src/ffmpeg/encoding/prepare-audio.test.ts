import { expect, test } from 'vitest'
import { chapterTagArgs } from './prepare-audio.ts'

test('chapterTagArgs: writes start and title of every chapter', () => {
  const chapters = [
    { title: 'One', startSeconds: 0, endSeconds: 3725.5 },
    { title: 'Two=2', startSeconds: 3725.5, endSeconds: 4000 },
  ]
  expect(chapterTagArgs(chapters)).toEqual([
    ...['-metadata', 'encoder='],
    ...['-metadata', 'CHAPTER001=00:00:00.000', '-metadata', 'CHAPTER001NAME=One'],
    ...['-metadata', 'CHAPTER002=01:02:05.500', '-metadata', 'CHAPTER002NAME=Two=2'],
  ])
})

test('chapterTagArgs: writes none if there are too many for the arguments of a program', () => {
  const chapters = Array.from({ length: 501 }, () => ({ title: '', startSeconds: 0, endSeconds: 0 }))
  expect(chapterTagArgs(chapters)).toEqual([])
})
