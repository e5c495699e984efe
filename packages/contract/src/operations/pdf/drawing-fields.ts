/** Options of the operations that draw on PDF pages. */
import { z } from 'zod'
import { isPageListError, maxPageListLength, parsePageList } from '../../pdf/page-list.ts'

/** Which pages of the result are drawn on. */
export const onPagesField = z
  .string({ error: 'onPages must be text such as 1-5, 8, odd.' })
  .max(maxPageListLength, { error: 'The list of pages is too long.' })
  .default('')
  .superRefine((text, context) => {
    const list = parsePageList(text)
    if (isPageListError(list)) context.addIssue({ code: 'custom', message: list.problem })
  })
  .describe(
    'Pages of the result to draw on, as in "2-, odd, last"; the others stay as they are. Default: all.',
  )

/** Image formats that can be among the files of an operation that draws them. */
export const drawnImages = ['png', 'jpg', 'webp'] as const
