interface ChoicesProps<T extends string> {
  readonly label: string;
  readonly options: readonly T[];
  readonly chosen: T;
  readonly labels: Readonly<Record<T, string>>;
  readonly onChoose: (option: T) => void;
}

// One of a few, side by side.
export function Choices<T extends string>({ label, options, chosen, labels, onChoose }: ChoicesProps<T>) {
  return (
    <div class="choices" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option}
          type="button"
          class="button"
          aria-pressed={option === chosen}
          onClick={() => onChoose(option)}
        >
          {labels[option]}
        </button>
      ))}
    </div>
  );
}
