/** Link between the sign-in and the sign-up form that keeps the `next` parameter. */
import { useNextParameter } from '../../lib/use-next-parameter.ts'
import { TextLink } from '../../ui/text-link.tsx'

interface OtherFormLinkProps {
  readonly question: string
  readonly label: string
  readonly to: string
}

export function OtherFormLink({ question, label, to }: OtherFormLinkProps) {
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
