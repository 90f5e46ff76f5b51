CREATE TABLE `learnt_aliases` (
	`alias_id` text PRIMARY KEY NOT NULL,
	`seller_id` text NOT NULL,
	`times` integer NOT NULL,
	`confirmed_at` integer NOT NULL,
	FOREIGN KEY (`alias_id`) REFERENCES `aliases`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`seller_id`) REFERENCES `seller_habits`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `learnt_aliases_seller` ON `learnt_aliases` (`seller_id`);--> statement-breakpoint
CREATE TABLE `seller_habits` (
	`id` text PRIMARY KEY NOT NULL,
	`seller` text NOT NULL,
	`name` text NOT NULL,
	`learnt` text NOT NULL,
	`confirmed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `seller_habits_seller_unique` ON `seller_habits` (`seller`);--> statement-breakpoint
CREATE INDEX `seller_habits_confirmed` ON `seller_habits` (`confirmed_at`);--> statement-breakpoint
INSERT INTO `seller_habits` SELECT lower(hex(randomblob(16))), `gstin`, coalesce((SELECT `name` FROM `learnt_sellers` WHERE `learnt_sellers`.`gstin` = `reading_habits`.`gstin` ORDER BY `day` DESC LIMIT 1), ''), json_object('seller', `gstin`, 'bills', 1, 'fields', json_group_array(json_object('key', `key`, 'label', json_extract(`habit`, '$.label'), 'printed', json_extract(`habit`, '$.label'), 'box', json_extract(`habit`, '$.box'), 'shape', json_extract(`habit`, '$.shape'), 'times', 1, 'at', `learnt_at`)), 'columns', json_array(), 'rates', json_array()), max(`learnt_at`) FROM `reading_habits` WHERE json_valid(`habit`) GROUP BY `gstin`;--> statement-breakpoint
DROP TABLE `reading_habits`;