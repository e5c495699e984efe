import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { LanguagePicker } from './language-picker.tsx'

// Comes with the first use otherwise, and then the first test waits for it.
beforeAll(() => import('@filesmith/contract/ocr-languages'))
afterEach(cleanup)

const chosen: string[][] = []

function Picker({ max }: { readonly max: number }) {
  const [codes, setCodes] = useState<readonly string[]>(['eng'])
  return (
    <LanguagePicker
      codes={codes}
      max={max}
      isDisabled={false}
      onChange={next => {
        chosen.push([...next])
        setCodes(next)
      }}
    />
  )
}

async function showPicker(max: number) {
  chosen.length = 0
  render(<Picker max={max} />)
  const box = screen.getByRole<HTMLInputElement>('combobox')
  await waitFor(() => expect(box.disabled).toBe(false))
  fireEvent.click(box)
  await screen.findByText('German')
  return box
}
const search = (box: HTMLElement, text: string) => fireEvent.change(box, { target: { value: text } })
const press = (box: HTMLElement, key: string) => fireEvent.keyDown(box, { key })
// By their role as it is written: to compute it for a hundred options takes long.
const offered = () =>
  [...document.querySelectorAll('[role=option]')].map(option => option.firstChild?.textContent)

test('OCR-11 over a hundred languages are offered', async () => {
  await showPicker(1)
  expect(offered().length).toBeGreaterThan(100)
})

test('nothing can be typed before the names are there: they would replace it', () => {
  render(<Picker max={1} />)
  expect(screen.getByRole<HTMLInputElement>('combobox').disabled).toBe(true)
})

test('a language is found by a part of its name, without accents, and by its code', async () => {
  const box = await showPicker(1)
  search(box, 'SPAN')
  expect(offered()).toEqual(['Spanish', 'Spanish, Old'])
  search(box, 'jpn')
  expect(offered()[0]).toBe('Japanese')
  search(box, 'klingon')
  expect(offered()).toEqual([])
  expect(screen.getByText('No language is called "klingon".')).toBeTruthy()
})

test('by keyboard: arrows go through what was found, Enter takes it, Escape leaves everything as it was', async () => {
  const box = await showPicker(1)
  search(box, 'chinese')
  press(box, 'ArrowDown')
  const active = document.getElementById(box.getAttribute('aria-activedescendant') ?? '')
  expect(active?.firstChild?.textContent).toBe('Chinese (Simplified, vertical)')
  press(box, 'Escape')
  expect(box.getAttribute('aria-expanded')).toBe('false')
  expect(chosen).toEqual([])
  search(box, 'german')
  press(box, 'Enter')
  expect(chosen).toEqual([['deu']])
  expect(box.value).toBe('German')
})

test('with the mouse', async () => {
  await showPicker(1)
  fireEvent.click(screen.getByText('French'))
  expect(chosen).toEqual([['fra']])
})

test('OCR-12 where the plan has several, they are added and taken out one by one, up to the limit', async () => {
  const box = await showPicker(2)
  search(box, 'german')
  press(box, 'Enter')
  expect(chosen.at(-1)).toEqual(['eng', 'deu'])
  expect(box.disabled).toBe(true)
  expect(screen.getByText('At most 2 languages in one file.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Remove English' }))
  expect(chosen.at(-1)).toEqual(['deu'])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove German' }).disabled).toBe(true)
})
