/** Drawing without PDFium for tests. */
import { type FormReading, noForm } from './drawing/form-fields.ts'
import type { PageDrawing } from './drawing/page-drawing.ts'

/** Files are named after their pages: 'three.pdf'; 'locked.pdf' has two and the password 'sesame'. 'broken.pdf' is damaged unless it contains 'repaired'. All pages are 300 by 400 points. */
export function fakeDrawing(form: () => FormReading = () => noForm): PageDrawing {
  const counts: Record<string, number> = { 'three.pdf': 3, 'two.pdf': 2, 'locked.pdf': 2 }
  return {
    start: () => undefined,
    stop: () => undefined,
    close: () => undefined,
    drawn: () => undefined,
    measure: async () => ({ width: 300, height: 400 }),
    draw: async () => undefined,
    form: async () => form(),
    open: async (_source, file, password) => {
      const name = file instanceof File ? file.name : ''
      if (name === 'locked.pdf' && password !== 'sesame') return { result: 'locked' }
      if (name === 'broken.pdf' && (await file.text()) === 'repaired')
        return { result: 'opened', pageCount: 2 }
      const pageCount = counts[name]
      return pageCount === undefined ? { result: 'damaged' } : { result: 'opened', pageCount }
    },
  }
}
