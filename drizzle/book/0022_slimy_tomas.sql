CREATE TABLE `import_results` (
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`part` integer NOT NULL,
	`program` text NOT NULL,
	`revision` text NOT NULL,
	`outcome` text NOT NULL,
	`code` text NOT NULL,
	`field` text NOT NULL,
	`message` text NOT NULL,
	`attempts` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`system` text NOT NULL,
	`company` text NOT NULL,
	`voucher_id` text NOT NULL,
	`voucher_no` text NOT NULL,
	`is_open` integer NOT NULL,
	`closed_at` integer,
	`closed_by` text,
	`closed_as` text,
	PRIMARY KEY(`kind`, `subject_id`, `part`, `program`)
);
--> statement-breakpoint
CREATE INDEX `import_results_open` ON `import_results` (`kind`,`code`,`field`,`subject_id`) WHERE is_open = 1;--> statement-breakpoint
CREATE INDEX `import_results_received` ON `import_results` (`kind`,`received_at`);