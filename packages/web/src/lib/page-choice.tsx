/** All pages of the selected images, or one of them. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { ChoiceGroup } from '../ui/choice-group.tsx'
import { SelectField } from '../ui/select-field.tsx'

const { pages: texts } = conversionMessages

interface PageChoiceProps {
  /** Of the file with the most. */
  readonly pages: number
  /** Several files may differ in their pages, so only the first of each can be chosen. */
  readonly isEach: boolean
  /** From 1; without it, all pages. */
  readonly page: number | undefined
  /** What becomes of all pages. */
  readonly note: string
  readonly isDisabled?: boolean
  readonly onChange: (page: number | undefined) => void
}

export function PageChoice({ pages, isEach, page, note, isDisabled = false, onChange }: PageChoiceProps) {
  const oneNote = page === undefined || isEach ? texts.eachFirstNote : texts.oneNote(page)
  return (
    <div className="flex flex-col gap-3">
      <ChoiceGroup
        legend={texts.legend}
        choices={[
          { value: 'all', label: isEach ? texts.eachAll : texts.all(pages) },
          { value: 'one', label: isEach ? texts.eachFirst : texts.one },
        ]}
        value={page === undefined ? 'all' : 'one'}
        onChange={choice => onChange(choice === 'all' ? undefined : 1)}
        isDisabled={isDisabled}
        note={page === undefined ? note : oneNote}
      />
      {page === undefined || isEach ? null : (
        <SelectField
          label={texts.number}
          name="page"
          value={page}
          disabled={isDisabled}
          onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
          choices={Array.from({ length: pages }, (_, index) => ({
            value: `${index + 1}`,
            label: texts.choice(index + 1, pages),
          }))}
        />
      )}
    </div>
  )
}

/** The chosen page as far as the files have it: none if no file has several. */
export function pageWithin(page: number | undefined, pages: number, isEach: boolean): number | undefined {
  if (page === undefined || pages < 2) return undefined
  return isEach ? 1 : Math.min(page, pages)
}
