import { Anchor, type AnchorProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'

type DocumentLinkProps = { to: { id: string; filename: string } } & AnchorProps

/** The name of a document's file, which leads to the document. */
export function DocumentLink({ to, ...anchor }: DocumentLinkProps) {
  return (
    <Anchor
      {...anchor}
      style={{ overflowWrap: 'anywhere' }}
      renderRoot={(props) => <Link to="/documents/$id" params={{ id: to.id }} {...props} />}
    >
      {to.filename}
    </Anchor>
  )
}
