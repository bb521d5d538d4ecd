import { cx } from '@marquee/ui/cx.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { Dialog as AriaDialog, Popover } from 'react-aria-components';
import { Button, IconButton } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { Restricted } from '../../parts/Restricted.tsx';
import { useMessages } from '../../state/messages.ts';
import { localTimeOf } from '../../state/program/clock.ts';
import { placedShow } from '../../state/program/placement.ts';
import type { ProgramShow, ShowFields } from '../../state/program/shows.ts';
import { ShowForm } from './ShowForm.tsx';
import { ShowHead, ShowPanel, type ShowPanelProps, Warnings } from './ShowPanel.tsx';
import { useWords } from './use-words.ts';
import styles from './ShowPanel.module.css';

type ShowProps = Omit<ShowPanelProps, 'onChange'>;

/** A popover is in front of every dialog. */
interface PopoverProps extends ShowProps {
  /** Whether a dialog is in front of it. It keeps what is typed, and the focus for later. */
  readonly isHidden: boolean;
}

/** A show beside its block. Changes are saved at once. */
export function ShowPopover({ isHidden, ...props }: PopoverProps) {
  const { program, show, actions, onClose } = props;
  const { common } = useMessages();
  const block = useRef<HTMLElement>(null);
  const place = `${show.local.day} ${show.local.minutes} ${show.fields.screen}`;
  const shown = useRef('');
  useLayoutEffect(() => {
    block.current = document.querySelector<HTMLElement>(`[data-show="${CSS.escape(show.id)}"]`);
    if (shown.current === place) return;
    shown.current = place;
    block.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // The block has moved: the popover follows it.
    dispatchEvent(new Event('resize'));
  }, [show.id, place]);
  const placed = placedShow(show, program.films, program.theater.rules);
  return (
    <Popover
      triggerRef={block}
      isOpen
      placement="right top"
      offset={10}
      className={cx(styles['popover'], isHidden && styles['hidden'])}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <AriaDialog className={styles['dialog'] ?? ''} aria-label={placed.film.title}>
        <ShowHead program={program} placed={placed}>
          <IconButton icon="close" label={common.close()} onPress={onClose} />
        </ShowHead>
        <ShowPanel {...props} onChange={(values) => actions.change(show, values)} />
      </AriaDialog>
    </Popover>
  );
}

/** A show as a sheet, on phones. Changes are saved with its button. */
export function ShowSheet(props: ShowProps) {
  const { program, show, actions, onEditAttributes, onClose } = props;
  const { program: words } = useMessages();
  const { weekday, time } = useWords();
  const [values, setValues] = useState<Partial<ShowFields>>({});
  const fields = { ...show.fields, ...values };
  const edited: ProgramShow = { ...show, fields, local: localTimeOf(program.theater.clock, fields.startsAt) ?? show.local };
  const placed = placedShow(edited, program.films, program.theater.rules);
  const { day, minutes } = show.local;
  const isAdded = show.feed === undefined;
  return (
    <Dialog
      title={`${placed.film.title}, ${weekday(day)} ${time(minutes)}`}
      onClose={onClose}
      foot={
        isAdded &&
        program.mayEdit && (
          <>
            <Button
              icon="trash"
              isDanger
              onPress={() => {
                actions.remove([show]);
                onClose();
              }}
            >
              {words.remove()}
            </Button>
            <Button
              look="solid"
              onPress={() => {
                if (Object.keys(values).length > 0) actions.change(show, values);
                onClose();
              }}
            >
              {words.save()}
            </Button>
          </>
        )
      }
    >
      <ShowHead program={program} placed={placed} isTitled />
      {isAdded ? (
        <div className={styles['panel']}>
          <Warnings program={program} show={show} actions={actions} />
          <Restricted permission="editProgram" theater={program.theater.id}>
            <ShowForm
              program={program}
              show={edited}
              onChange={(next) => setValues({ ...values, ...next })}
              onEditAttributes={onEditAttributes}
            />
          </Restricted>
        </div>
      ) : (
        <ShowPanel {...props} onChange={(next) => actions.change(show, next)} />
      )}
    </Dialog>
  );
}
