import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Filmstrip } from './filmstrip.tsx'
import type { VideoPart } from './video-part.ts'

afterEach(cleanup)

/** The track is 100 px wide: for a video of 20 s a pixel is 0.2 s. */
const trackPx = 100

interface StripProps {
  readonly first: VideoPart
  readonly length: number
  readonly isDisabled: boolean
  readonly onChange: (part: VideoPart) => void
}

function Strip({ first, length, isDisabled, onChange }: StripProps) {
  const [part, setPart] = useState(first)
  const change = (next: VideoPart) => {
    onChange(next)
    setPart(next)
  }
  return (
    <Filmstrip
      part={part}
      length={length}
      size={undefined}
      reader={undefined}
      isDisabled={isDisabled}
      onChange={change}
    />
  )
}

function showStrip(first: VideoPart, length = 20, isDisabled = false) {
  const parts: VideoPart[] = []
  render(<Strip first={first} length={length} isDisabled={isDisabled} onChange={part => parts.push(part)} />)
  const track = handle('start').parentElement
  if (!track) throw new Error('the filmstrip has no track')
  track.getBoundingClientRect = () => ({ left: 0, width: trackPx }) as DOMRect
  return { track, last: () => parts.at(-1) }
}

const handle = (which: 'start' | 'end') => screen.getByRole('slider', { name: `Clip ${which}` })
const key = (which: 'start' | 'end', name: string) => fireEvent.keyDown(handle(which), { key: name })

function drag(from: HTMLElement, fromX: number, toX: number) {
  fireEvent.pointerDown(from, { button: 0, clientX: fromX })
  fireEvent.pointerMove(window, { clientX: toX })
  fireEvent.pointerUp(window)
}

test('Filmstrip: keys move each end by 0.1 s, by 1 s, and to the limit', () => {
  const { last } = showStrip({ startTime: 5, duration: 5 })
  key('start', 'ArrowRight')
  expect(last()).toEqual({ startTime: 5.1, duration: 4.9 })
  key('start', 'Home')
  expect(last()).toEqual({ startTime: 0, duration: 10 })
  key('end', 'PageUp')
  expect(last()).toEqual({ startTime: 0, duration: 11 })
  key('end', 'End')
  expect(last()).toEqual({ startTime: 0, duration: 20 })
  key('end', 'ArrowLeft')
  expect(handle('end').getAttribute('aria-valuetext')).toBe('Ends at 0:19.9, 19.9 s long')
  expect(handle('start').getAttribute('aria-valuetext')).toBe('Starts at 0:00.0')
})

test('Filmstrip: a pointer drags either end or the whole part', () => {
  const { last } = showStrip({ startTime: 5, duration: 5 })
  drag(handle('start'), 24, 34)
  expect(last()).toEqual({ startTime: 7, duration: 3 })
  drag(handle('end'), 51, 76)
  expect(last()).toEqual({ startTime: 7, duration: 8 })
  drag(screen.getByTitle('Move clip'), 40, 15)
  expect(last()).toEqual({ startTime: 2, duration: 8 })
  fireEvent.pointerMove(window, { clientX: 90 })
  expect(last()).toEqual({ startTime: 2, duration: 8 })
})

test('Filmstrip: a click beside the part moves it there', () => {
  const { track, last } = showStrip({ startTime: 0, duration: 4 })
  fireEvent.pointerDown(track, { button: 0, clientX: 50 })
  fireEvent.pointerUp(window)
  expect(last()).toEqual({ startTime: 8, duration: 4 })
})

test('Filmstrip: ignores input while disabled', () => {
  const { track, last } = showStrip({ startTime: 5, duration: 5 }, 20, true)
  key('start', 'ArrowRight')
  drag(handle('end'), 50, 90)
  fireEvent.pointerDown(track, { button: 0, clientX: 0 })
  expect(last()).toBeUndefined()
})
