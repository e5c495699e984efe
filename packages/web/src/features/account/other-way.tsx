/** The line below a form that leads to the other form; where one wanted to go is kept. */
import { useSearchParams } from 'react-router'
import { TextLink } from '../../ui/text-link.tsx'

interface OtherWayProps {
  readonly question: string
  readonly label: string
  readonly to: string
}

export function OtherWay({ question, label, to }: OtherWayProps) {
  const [search] = useSearchParams()
  const next = search.get('next')
  return (
    <>
      {question}{' '}
      <TextLink to={next === null ? to : `${to}?${new URLSearchParams({ next })}`} className="text-ink">
        {label}
      </TextLink>
    </>
  )
}
