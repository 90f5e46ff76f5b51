import {
  Avatar,
  Button,
  Group,
  Menu,
  Stack,
  Text,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import { IconBook, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, ask } from '../client.ts'
import { colorSchemes } from '../theme.ts'
import { MenuAction } from '../components/buttons.tsx'
import { showRefusal } from '../components/commands.tsx'
import { rolesOf } from '../words.ts'
import { useFreshStart, useSignedIn } from '../state.ts'
import { language, languages, speakFromNowOn, t } from '../language/language.ts'

export function UserMenu() {
  const { user } = useSignedIn()
  const startAfresh = useFreshStart()
  const signOut = useMutation({
    mutationFn: () => ask(api['sign-out'].post()),
    onSuccess: startAfresh,
    onError: (error) => showRefusal(error),
  })
  return (
    <Menu position="bottom-end" width={260} trapFocus>
      <Menu.Target>
        <Button variant="subtle" color="gray" px="xs" c="inherit">
          <Group gap="xs" wrap="nowrap">
            <Avatar size={28} name={user.name} color="cyan" variant="filled" aria-hidden />
            <VisuallyHidden hiddenFrom="xs">{user.name}</VisuallyHidden>
            <Text size="sm" visibleFrom="xs" maw={160} truncate>
              {user.name}
            </Text>
          </Group>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Stack gap={0} px="sm" py={6}>
          <Text size="sm" fw={600} truncate>
            {user.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {user.email} · {rolesOf(user)}
          </Text>
        </Stack>
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to="/account"
          leftSection={<IconUserCircle size={16} aria-hidden />}
        >
          {t('Password and sign-ins')}
        </Menu.Item>
        <Menu.Item component="a" href="/docs/" leftSection={<IconBook size={16} aria-hidden />}>
          {t('Reference pages')}
        </Menu.Item>
        <MenuAction icon={IconLogout} onClick={() => signOut.mutate()}>
          {t('Sign out')}
        </MenuAction>
        <Menu.Divider />
        <Appearance />
        <Menu.Divider />
        <Languages />
      </Menu.Dropdown>
    </Menu>
  )
}

function Languages() {
  return (
    <>
      <Menu.Label>{t('Language')}</Menu.Label>
      {languages.map(({ id, name }) => (
        <Menu.RadioItem
          key={id}
          value={id}
          lang={id}
          checked={language === id}
          onChange={() => speakFromNowOn(id)}
        >
          {name}
        </Menu.RadioItem>
      ))}
    </>
  )
}

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>{t('Appearance')}</Menu.Label>
      {colorSchemes.map(({ value, label }) => (
        <Menu.RadioItem
          key={value}
          value={value}
          checked={colorScheme === value}
          onChange={() => setColorScheme(value)}
        >
          {label}
        </Menu.RadioItem>
      ))}
    </>
  )
}
