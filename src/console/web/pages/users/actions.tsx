import { Menu } from '@mantine/core'
import { IconKey, IconUserCheck, IconUserCog, IconUserOff } from '@tabler/icons-react'
import { api, ask } from '../../client.ts'
import { DotsMenu } from '../../components/cells.tsx'
import { confirm } from '../../components/commands.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { useFreshStart } from '../../state.ts'
import { changeRole, reactivateUser, resetUser, type HandedLink, type User } from './data.ts'

type UserActionsProps = { user: User; onLink: (handed: HandedLink) => void }

/** What an owner may do with a user. */
export function UserActions({ user, onLink }: UserActionsProps) {
  const commands = useUserCommands({ user, onLink })
  const isActive = user.state !== 'deactivated'
  return (
    <DotsMenu label={`Actions for ${user.name}`} width={240}>
      {isActive ? (
        <>
          {!user.isYou && (
            <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={commands.reset}>
              {user.state === 'active' ? 'Reset the password…' : 'New link…'}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconUserCog size={16} aria-hidden />}
            onClick={commands.changeRole}
          >
            {user.role === 'owner' ? 'Make a member…' : 'Make an owner…'}
          </Menu.Item>
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconUserOff size={16} aria-hidden />}
            onClick={commands.deactivate}
          >
            Deactivate…
          </Menu.Item>
        </>
      ) : (
        <Menu.Item
          leftSection={<IconUserCheck size={16} aria-hidden />}
          onClick={commands.reactivate}
        >
          Let in again…
        </Menu.Item>
      )}
    </DotsMenu>
  )
}

function useUserCommands({ user, onLink }: UserActionsProps) {
  const refreshAll = useRefresh()
  const startAfresh = useFreshStart()
  // Whoever changes itself may see less from now on, or nothing.
  const refresh = () => (user.isYou ? startAfresh() : refreshAll())
  const { name, id } = user
  return {
    reset: () =>
      confirm({
        ...resetQuestion(user),
        done: `There is a new link for ${name}.`,
        async run() {
          onLink({ link: await resetUser(id), name, isNew: user.state !== 'active' })
          await refresh()
        },
      }),
    reactivate: () =>
      confirm({
        title: `Let ${name} in again?`,
        children: `${name} gets a link to choose a new password. The keys that ended with the deactivation stay ended: make new ones.`,
        action: 'Let in again',
        done: `${name} may sign in again.`,
        async run() {
          onLink({ link: await reactivateUser(id), name, isNew: true })
          await refresh()
        },
      }),
    deactivate: () =>
      confirm({
        title: user.isYou ? 'Deactivate yourself?' : `Deactivate ${name}?`,
        children: `${user.isYou ? 'You are' : `${name} is`} signed out everywhere at once, and ${keysOf(user.keys)} working. Scans and everything that was done stay.`,
        action: 'Deactivate',
        done: `${name} is deactivated.`,
        async run() {
          await ask(api.users({ id }).deactivate.post())
          await refresh()
        },
      }),
    changeRole: () =>
      confirm({
        ...roleQuestion(user),
        done: `${name} is ${user.role === 'owner' ? 'a member' : 'an owner'} now.`,
        async run() {
          await changeRole(id, user.role === 'owner' ? 'member' : 'owner')
          await refresh()
        },
      }),
  }
}

function resetQuestion({ name, state }: User) {
  if (state !== 'active') {
    return {
      title: `Make a new link for ${name}?`,
      children: 'The link and the code that were made before stop working.',
      action: 'Make a new link',
    }
  }
  return {
    title: `Reset the password of ${name}?`,
    children: `The password of ${name} stops working now, and ${name} is signed out everywhere. You get a link to hand over, by which ${name} chooses a new one. Keys go on working.`,
    action: 'Reset the password',
  }
}

function roleQuestion({ name, role, isYou, ownersKeys }: User) {
  if (role === 'member') {
    return {
      title: `Make ${name} an owner?`,
      children: `${name} may then do everything that you may: see all documents and orders, change prices and rules, invite and deactivate users, delete backups.`,
      action: 'Make an owner',
    }
  }
  const who = isYou ? 'You' : name
  const ending =
    ownersKeys === 0
      ? ''
      : ` ${ownersKeys === 1 ? 'One key' : `${ownersKeys} keys`} that only an owner may have (of the storefront, or for the scans of all users) ${ownersKeys === 1 ? 'ends' : 'end'} at once.`
  return {
    title: isYou ? 'Make yourself a member?' : `Make ${name} a member?`,
    children: `${who} will see only what ${isYou ? 'you' : name} uploaded.${ending}`,
    action: 'Make a member',
  }
}

function keysOf(count: number): string {
  if (count === 0) return 'there are no keys that stop'
  return count === 1 ? '1 key stops' : `${count} keys stop`
}
