import { SimpleGrid, Stack } from '@mantine/core'
import { PageHeader } from '../../components/page-header.tsx'
import { useSignedIn } from '../../state.ts'
import { PasswordForm } from './password-form.tsx'
import { SignIns } from './sign-ins.tsx'

export function AccountPage() {
  const { user } = useSignedIn()
  return (
    <>
      <PageHeader title="Your account">
        You are {user.name}, {user.email}, {user.role === 'owner' ? 'an owner' : 'a member'}.
      </PageHeader>
      <Stack gap="xl">
        <SignIns />
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <PasswordForm />
        </SimpleGrid>
      </Stack>
    </>
  )
}
