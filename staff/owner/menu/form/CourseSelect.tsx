import type { Draft } from 'immer';
import { useTranslation } from 'react-i18next';
import { lastCourse } from '#contract/course.ts';
import type { TreeSection } from '#contract/menu-file/menu-tree.ts';
import { SelectField } from '../../../fields/SelectField.tsx';

interface Props {
  readonly course: number | undefined;
  change(recipe: (draft: Draft<TreeSection>) => void): void;
}

const courses = Array.from({ length: lastCourse }, (_, index) => index + 1);

/** When the dishes of a section are made in a meal. */
export function CourseSelect({ course: chosen, change }: Props) {
  const { t } = useTranslation('ownerMenu');
  const handleChange = (course: string) =>
    change((draft) => {
      if (course) draft.course = Number(course);
      else delete draft.course;
    });
  return (
    <SelectField
      label={t('section.course')}
      value={String(chosen ?? '')}
      options={[
        { value: '', label: t('section.noCourse') },
        ...courses.map((number) => ({ value: String(number), label: t('section.courseNumber', { number }) })),
      ]}
      onChange={handleChange}
    />
  );
}
