import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { LanguagePicker } from './language-picker.tsx'

// Preloads the list, so that the first test does not wait for it.
beforeAll(() => import('@filesmith/contract/ocr-languages'))
afterEach(cleanup)

const selections: string[][] = []

function Picker({ max }: { readonly max: number }) {
  const [codes, setCodes] = useState<readonly string[]>(['eng'])
  return (
    <LanguagePicker
      codes={codes}
      max={max}
      isDisabled={false}
      onChange={next => {
        selections.push([...next])
        setCodes(next)
      }}
    />
  )
}

async function showPicker(max: number) {
  selections.length = 0
  render(<Picker max={max} />)
  const box = screen.getByRole<HTMLInputElement>('combobox')
  await waitFor(() => expect(box.disabled).toBe(false))
  fireEvent.click(box)
  await screen.findByText('German')
  return box
}
const search = (box: HTMLElement, text: string) => fireEvent.change(box, { target: { value: text } })
const press = (box: HTMLElement, key: string) => fireEvent.keyDown(box, { key })
// By attribute: computing roles of 100 options is slow.
const offered = () =>
  [...document.querySelectorAll('[role=option]')].map(option => option.firstChild?.textContent)

test('OCR-11 LanguagePicker: offers more than 100 languages', async () => {
  await showPicker(1)
  expect(offered().length).toBeGreaterThan(100)
})

test('LanguagePicker: is disabled until the names are loaded', () => {
  render(<Picker max={1} />)
  expect(screen.getByRole<HTMLInputElement>('combobox').disabled).toBe(true)
})

test('LanguagePicker: finds a language by part of its name, without accents, and by code', async () => {
  const box = await showPicker(1)
  search(box, 'SPAN')
  expect(offered()).toEqual(['Spanish', 'Spanish, Old'])
  search(box, 'jpn')
  expect(offered()[0]).toBe('Japanese')
  search(box, 'klingon')
  expect(offered()).toEqual([])
  expect(screen.getByText('No languages match "klingon".')).toBeTruthy()
})

test('LanguagePicker: arrow keys move, Enter selects, Escape closes without a change', async () => {
  const box = await showPicker(1)
  search(box, 'chinese')
  press(box, 'ArrowDown')
  const active = document.getElementById(box.getAttribute('aria-activedescendant') ?? '')
  expect(active?.firstChild?.textContent).toBe('Chinese (Simplified, vertical)')
  press(box, 'Escape')
  expect(box.getAttribute('aria-expanded')).toBe('false')
  expect(selections).toEqual([])
  search(box, 'german')
  press(box, 'Enter')
  expect(selections).toEqual([['deu']])
  expect(box.value).toBe('German')
})

test('LanguagePicker: selects by mouse', async () => {
  await showPicker(1)
  fireEvent.click(screen.getByText('French'))
  expect(selections).toEqual([['fra']])
})

test('OCR-12 LanguagePicker: adds and removes several languages up to the limit of the plan', async () => {
  const box = await showPicker(2)
  search(box, 'german')
  press(box, 'Enter')
  expect(selections.at(-1)).toEqual(['eng', 'deu'])
  expect(box.disabled).toBe(true)
  expect(screen.getByText('Up to 2 languages per file.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Remove English' }))
  expect(selections.at(-1)).toEqual(['deu'])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove German' }).disabled).toBe(true)
})
