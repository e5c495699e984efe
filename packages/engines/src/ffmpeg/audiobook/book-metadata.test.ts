import { expect, test } from 'vitest'
import { bookChapters, writeBookMetadata } from './book-metadata.ts'

const part = (fileName: string, title?: string, chapters: readonly string[] = []) => ({
  fileName,
  seconds: 10,
  probe: {
    tags: title === undefined ? {} : { title },
    chapters: chapters.map((name, index) => ({
      title: name,
      startSeconds: index * 4,
      endSeconds: index * 4 + 4,
    })),
  },
})

test('bookChapters: one for each file, titled by its tag or its name', () => {
  const chapters = bookChapters([part('01.mp3', 'Pier'), part('02 Lamp.mp3')])
  expect(chapters).toEqual([
    { title: 'Pier', startSeconds: 0, endSeconds: 10 },
    { title: '02 Lamp', startSeconds: 10, endSeconds: 20 },
  ])
})

test('bookChapters: equal titles are those of the book, so file names are used', () => {
  const chapters = bookChapters([part('1.mp3', 'Harbor'), part('2.mp3', 'Harbor')])
  expect(chapters.map(({ title }) => title)).toEqual(['1', '2'])
})

test('bookChapters: keeps those of a file that has several', () => {
  const chapters = bookChapters([part('1.mp3'), part('2.m4b', 'Two', ['A', 'B'])])
  expect(chapters).toEqual([
    { title: '1', startSeconds: 0, endSeconds: 10 },
    { title: 'A', startSeconds: 10, endSeconds: 14 },
    { title: 'B', startSeconds: 14, endSeconds: 20 },
  ])
})

test('writeBookMetadata: a tag with line breaks and backslashes stays one value', () => {
  const title = 'a\n[CHAPTER]\nSTART=0;#\\'
  const lines = writeBookMetadata([part('1.mp3', title)], { title: '', author: 'x\r\ny=z' }).split('\n')
  expect(lines.filter(line => line === '[CHAPTER]')).toHaveLength(1)
  expect(lines).toContain('artist=x \\')
  expect(lines.at(-2)).toBe('START\\=0\\;\\#')
})
