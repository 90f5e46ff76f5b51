import { Alert, Button, Code, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { stateQuery } from '../../state.ts'

type DemoSignInProps = { onFill: (known: { email: string; password: string }) => void }

/** How to get into the demo, which everybody may know; nothing anywhere else. */
export function DemoSignIn({ onFill }: DemoSignInProps) {
  const demo = useQuery(stateQuery).data?.demo ?? null
  if (demo === null) return null
  return (
    <Alert title="This is the demo">
      <Text size="sm" mb="xs">
        Its owner signs in as <Code>{demo.email}</Code> with the password{' '}
        <Code>{demo.password}</Code>.
      </Text>
      <Button size="xs" variant="default" onClick={() => onFill(demo)}>
        Fill them in
      </Button>
    </Alert>
  )
}
