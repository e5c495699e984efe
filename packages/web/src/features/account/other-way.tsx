/** The line below a form that leads to the other form; where one wanted to go is kept. */
import { useNextParameter } from '../../lib/use-next-parameter.ts'
import { TextLink } from '../../ui/text-link.tsx'

interface OtherWayProps {
  readonly question: string
  readonly label: string
  readonly to: string
}

export function OtherWay({ question, label, to }: OtherWayProps) {
  const { withNext, hasNext } = useNextParameter()
  return (
    <>
      {question}{' '}
      <TextLink to={withNext(to)} replace={hasNext} className="text-ink">
        {label}
      </TextLink>
    </>
  )
}
